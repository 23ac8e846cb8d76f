import { showIndex } from './showIndex.ts'
import { showState } from './showState.ts'
import { readQuery } from './workbenchQuery.ts'

/** Shows what the address says, now and whenever it changes within the page: one state after another, without a load. */
function follow(root: Element): void {
  let last: ReturnType<typeof showState> = Promise.resolve(() => {})
  const show = () => {
    const query = readQuery(location.search)
    document.documentElement.dataset.theme = query.theme
    showIndex(root, query)
    last = last.then((leave) => {
      leave()
      return showState(query)
    })
  }
  root.addEventListener('click', (event) => {
    const isPlain = event instanceof MouseEvent && event.button === 0 && !event.ctrlKey && !event.metaKey
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlain) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    show()
  })
  window.addEventListener('popstate', show)
  show()
}

const root = document.querySelector('#root')
if (root) follow(root)
