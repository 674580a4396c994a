/** Draws the picture of the README: a real preview, by the built package and Terraform. */
import { writeFileSync } from 'node:fs';
import { drawReport, PICTURE, readmeReport } from '../test/support/preview/readme-report';

readmeReport().then(
  (page) => writeFileSync(PICTURE, drawReport(page)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
