#!/usr/bin/env bash
# Makes the backup of today's schema that tests restore from then on: Tests/Fixtures/backups/schema-NNNN.backup. To be run once
# for each release that has a new migration; what it made never changes.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --build-tests
DAYBOOK_BACKUP_FIXTURE=1 swift test --skip-build --enable-swift-testing --disable-xctest --filter BackupFixtureTests/makeTheOneOfToday
