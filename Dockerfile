# The image of mcp-lint: one static binary in an empty file system, run by nobody in particular.
#
#   docker build -t mcp-lint .
#   docker run --rm --network none -v "$PWD:/src:ro" mcp-lint /src
#
# The default target builds from this source tree; the target "release" takes the binary of a release as it was published.

# The tag is for people, the digest is what counts.
FROM --platform=$BUILDPLATFORM docker.io/library/golang:1.26.8-alpine3.24@sha256:8ac98ca534ac3f51e1f420a1dd2c15e74c75cfa0f23f3ad27eb5d7236c349a0c AS build
WORKDIR /build
# Go of the image and nothing else: no toolchain is fetched, no module is added.
ENV CGO_ENABLED=0 GOFLAGS="-mod=readonly -trimpath -buildvcs=false" GOTOOLCHAIN=local
# Named, so that --build-arg and a proxy of one's own reach the two commands below.
ARG GOPROXY
ARG GOSUMDB
# Before the source, so that the layer lasts until a dependency changes.
COPY go.mod go.sum ./
RUN go mod download && go mod verify
COPY . .
ARG TARGETOS
ARG TARGETARCH
ARG VERSION
ARG REVISION
ARG CREATED
# Modules are all there: the build itself needs no network.
RUN GOOS="${TARGETOS}" GOARCH="${TARGETARCH}" GOPROXY=off go build -o /out/mcp-lint \
      -ldflags "-s -w -buildid= -X main.release=${VERSION} -X main.commit=${REVISION} -X main.commitDate=${CREATED}" \
      ./cmd/mcp-lint

# What both targets share. There is no shell, no package and no certificate: mcp-lint opens no connection.
FROM scratch AS base
ARG VERSION
ARG REVISION
ARG CREATED
LABEL org.opencontainers.image.title="mcp-lint" \
      org.opencontainers.image.description="A linter for the text that AI agents obey" \
      org.opencontainers.image.source="https://github.com/org/mcp-lint" \
      org.opencontainers.image.url="https://github.com/org/mcp-lint" \
      org.opencontainers.image.documentation="https://github.com/org/mcp-lint/blob/main/docs/docker.md" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
COPY LICENSE /LICENSE
WORKDIR /src
# By number, so that a cluster can tell that it is not root without a list of users.
USER 65532:65532
ENTRYPOINT ["/mcp-lint"]

# docker build --target release, in a folder with LICENSE and linux/amd64/mcp-lint
FROM base AS release
ARG TARGETPLATFORM
COPY ${TARGETPLATFORM}/mcp-lint /mcp-lint

FROM base
COPY --from=build /out/mcp-lint /mcp-lint
