/** A language by its own name, as a list begins it: `Français`. */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  const [first = ''] = name
  return first.toLocaleUpperCase(tag) + name.slice(first.length)
}
