import type { UseCase } from '../use-case.ts'
import { documentaryDesk } from './documentary-desk.ts'
import { lectureArchive } from './lecture-archive.ts'
import { teachingKitchen } from './teaching-kitchen.ts'
import { universityStatistics } from './university-statistics.ts'

/** Every use case; the first is the featured one. All are examples with invented places and people. */
export const useCases: readonly UseCase[] = [universityStatistics, teachingKitchen, documentaryDesk, lectureArchive]
