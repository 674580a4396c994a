/** How many objects a page of a list holds (gaps.md section 1.3). */
export const PAGE_LIMIT = { least: 1, most: 100, default: 100 } as const;
