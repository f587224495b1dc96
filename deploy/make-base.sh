#!/usr/bin/env bash
# deploy/make-base.sh FILE: makes the image's base, Debian 12 with Node 24, from Debian's packages and npm's alone, as
# an archive for `podman import` or `docker import`. Needs mmdebstrap, npm and root, or a user with subordinate ids.
set -euo pipefail
file=${1:?name the archive to write, such as base.tar}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
arch=$(dpkg --print-architecture | sed s/amd64/x64/)
npm install --silent --prefix "$work" --no-package-lock "node-linux-$arch@24.21.0" npm@11.21.2
mkdir -p "$work/root/usr/local/bin" "$work/root/usr/local/lib/node_modules"
cp "$work/node_modules/node-linux-$arch/bin/node" "$work/root/usr/local/bin/"
cp -a "$work/node_modules/npm" "$work/root/usr/local/lib/node_modules/"
for program in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$program-cli.js" "$work/root/usr/local/bin/$program"
done
# The certificates of this machine: a company's proxy may sign with its own.
mmdebstrap --variant=minbase --include=ca-certificates \
  --customize-hook="cp -a $work/root/usr/local/. \"\$1/usr/local/\"" \
  --customize-hook='cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"' \
  bookworm "$file" http://deb.debian.org/debian
