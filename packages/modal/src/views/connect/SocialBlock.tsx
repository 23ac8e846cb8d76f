import { Skeleton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { lazyComponent } from '../../parts/lazyComponent.tsx'

/** The shape of the networks while it is not known which there are. */
export const SocialSkeleton = (): ReactElement => (
  <div className="lk-stack lk-late" aria-busy="true">
    <Skeleton shape="box" height={48} />
    <Skeleton shape="box" height={48} />
  </div>
)

/** The networks of the first view, whose code is loaded where social login is enabled. */
export const SocialBlock = lazyComponent(
  () => import('../social/socialViews.ts').then((module) => module.SocialBlockView),
  SocialSkeleton,
)
