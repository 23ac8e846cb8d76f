/** Sending, as one chunk. */
export { PreviewView } from './PreviewView.tsx'
export { SelectTokenView } from './SelectTokenView.tsx'
export { SendView } from './SendView.tsx'
