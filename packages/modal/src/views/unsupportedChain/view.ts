import { defineView } from '../../defineView.ts'
import { UnsupportedChainView } from './UnsupportedChainView.tsx'

export const unsupportedChainView = defineView({
  name: 'UnsupportedChain',
  title: 'unsupported.title',
  component: UnsupportedChainView,
})
