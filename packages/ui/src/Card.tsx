import type { ComponentPropsWithoutRef, ReactElement } from 'react'
import { classNames } from './classNames.ts'

/** A raised group inside a view: first surface, radius 12, padding 16. Takes every attribute of a `<div>`. */
export function Card({ className, ...rest }: ComponentPropsWithoutRef<'div'>): ReactElement {
  return <div {...rest} className={classNames('lk-card', className)} />
}
