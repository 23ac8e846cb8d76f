import { LOCALES, type LocaleTag } from '@latchkey/modal'
import { viewStates } from '@latchkey/modal/states'

export type WorkbenchQuery = {
  view: keyof typeof viewStates | undefined
  state: string
  theme: 'light' | 'dark'
  locale: LocaleTag
}

/** Reads what to show from a query string such as `?view=Connect&state=throttled&theme=dark&locale=en`. */
export function readQuery(search: string): WorkbenchQuery {
  const query = new URLSearchParams(search)
  const view = query.get('view') ?? ''
  return {
    view: Object.hasOwn(viewStates, view) ? (view as keyof typeof viewStates) : undefined,
    state: query.get('state') ?? 'default',
    theme: query.get('theme') === 'light' ? 'light' : 'dark',
    locale: LOCALES.find((locale) => locale === query.get('locale')) ?? 'en',
  }
}

export const writeQuery = (query: WorkbenchQuery): string =>
  `?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][])}`
