#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { createProject, nextSteps, readArguments, UsageError } from './createProject.mjs'

try {
  const wanted = readArguments(process.argv.slice(2))
  const templates = fileURLToPath(new URL('../dist/templates', import.meta.url))
  createProject(wanted, { directory: process.cwd(), templates })
  console.log(nextSteps(wanted))
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error)
  process.exitCode = 1
}
