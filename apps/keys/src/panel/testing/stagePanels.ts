import { afterEach, beforeEach } from 'vitest'
import { createPanelStage, type PanelStage, type StageParts } from '../createPanelStage.ts'

/** A stage in the page, new for each test. */
export function stagePanels(parts: Partial<StageParts> = {}): {
  readonly root: HTMLElement
  readonly stage: PanelStage
} {
  let root: HTMLElement
  let stage: PanelStage
  beforeEach(() => {
    root = document.createElement('div')
    document.body.append(root)
    stage = createPanelStage({ root, host: 'keys.localhost', isSeen: () => true, ...parts })
  })
  afterEach(() => {
    stage.close()
    root.remove()
  })
  return {
    get root() {
      return root
    },
    get stage() {
      return stage
    },
  }
}
