/** A code without what does not count: case, spaces, hyphens, and the letters that stand for digits. */
const plain = (text: string) =>
  text
    .toUpperCase()
    .replace(/[\s\u002D\u2010-\u2015\u2212]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')

/** Whether what was typed is this part of a code. */
export const sameCode = (typed: string, part: string): boolean => plain(typed) === plain(part)
