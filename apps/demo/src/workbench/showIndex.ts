import { LOCALES } from '@latchkey/modal'
import { viewStates } from '@latchkey/modal/states'
import { type WorkbenchQuery, writeQuery } from './workbenchQuery.ts'

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  children: Node[] = [],
): HTMLElementTagNameMap[Name] => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/** Every view with a link to each of its states, in the chosen theme and language. */
export function showIndex(root: Element, query: WorkbenchQuery): void {
  root.replaceChildren(
    make('h1', { textContent: 'Workbench' }),
    make('p', { textContent: 'Every view of the modal in every state.' }),
    make('form', {}, [choice(query, 'theme', ['dark', 'light']), choice(query, 'locale', LOCALES)]),
    ...Object.entries(viewStates).flatMap(([view, states]) => [
      make('h2', { textContent: view }),
      make(
        'ul',
        {},
        Object.keys(states).map((state) => {
          const href = writeQuery({ ...query, view: view as keyof typeof viewStates, state })
          return make('li', {}, [make('a', { href, textContent: state })])
        }),
      ),
    ]),
  )
}

function choice(query: WorkbenchQuery, name: 'theme' | 'locale', values: readonly string[]): HTMLElement {
  const select = make(
    'select',
    { name },
    values.map((value) => make('option', { value, textContent: value, selected: query[name] === value })),
  )
  select.addEventListener('change', () => {
    location.search = writeQuery({ ...query, [name]: select.value })
  })
  return make('label', { textContent: name === 'theme' ? 'Theme' : 'Language' }, [select])
}
