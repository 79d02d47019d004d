import { readFileSync } from 'node:fs';

/** A file cannot be read as text. The message names the file, says why, and says what to do. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/**
 * Reads a text file that a person may have written with any editor, spreadsheet or shell: UTF-8, or UTF-16 with a byte order
 * mark, which Windows PowerShell writes.
 * @returns the text without its byte order mark; every line ends with \n alone
 * @throws UnreadableFile
 */
export function readTextFile(file: string): string {
  return decode(file, readBytes(file)).replaceAll(/\r\n?/g, '\n');
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UnreadableFile(whyNotRead(file, error as Error & { code?: string }));
  }
}

function whyNotRead(file: string, error: Error & { code?: string }): string {
  if (error.code === 'ENOENT') return `There is no file ${file}. Check its name.`;
  if (error.code === 'EISDIR') return `${file} is a folder. Name a file in it.`;
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return `This account may not read ${file}. Change the rights or the owner of the file.`;
  return `${file} cannot be read: ${error.message}.`;
}

function decode(file: string, bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    // It leaves out the byte order mark.
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (encoding !== 'utf-8') throw new UnreadableFile(noText(file));
    throw new UnreadableFile(
      `${file} is not UTF-8 (line ${lineOfFault(bytes)}); it may be Latin-1 or Windows-1252. Save it as UTF-8: in a spreadsheet that is “CSV UTF-8”.`,
    );
  }
  // Another program's own format, or UTF-16 without a byte order mark.
  if (text.includes('\0')) throw new UnreadableFile(noText(file));
  return text;
}

const noText = (file: string) =>
  `${file} is no text, or text in an encoding that cannot be told. Save it as text in UTF-8.`;

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** The line of the first byte that is no UTF-8. */
function lineOfFault(bytes: Uint8Array): number {
  const [good = ''] = new TextDecoder().decode(bytes).split('\uFFFD');
  return good.split(/\r\n?|\n/).length;
}
