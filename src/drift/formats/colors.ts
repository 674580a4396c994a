/** Colours by finding; distinguishable by lightness too, and every box says its finding in words. */
export const COLOURS = {
  agrees: '#e8f3ea',
  changed: '#ffd98a',
  missing: '#f2a7a0',
  unmanaged: '#c9b8f0',
  pending: '#b7d8f5',
  replaced: '#f7b8da',
  'claimed twice': '#d8d36a',
} as const;
