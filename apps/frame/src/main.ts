import './jitless.ts'
import { frameChains } from './chains/frameChains.ts'
import { startFrame } from './startFrame.ts'

const content = document.querySelector('meta[name="latchkey-config"]')?.getAttribute('content') ?? null
startFrame(window, content, frameChains).catch((error: unknown) => {
  // The host reports a frame that did not start; this is for whoever looks here.
  console.error(error)
})
