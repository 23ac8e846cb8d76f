import { showIndex } from './showIndex.ts'
import { showState } from './showState.ts'
import { readQuery } from './workbenchQuery.ts'

const query = readQuery(location.search)
const root = document.querySelector('#root')
document.documentElement.dataset.theme = query.theme
if (root) showIndex(root, query)
void showState(query)
