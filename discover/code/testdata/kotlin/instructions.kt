package org.acme.pots

import io.modelcontextprotocol.kotlin.sdk.Implementation
import io.modelcontextprotocol.kotlin.sdk.server.Server
import io.modelcontextprotocol.kotlin.sdk.server.ServerOptions

fun potServer(options: ServerOptions): Server =
    Server(Implementation("pots", "1.0"), options, "Read the list of pots before a plant is moved.")

fun potServerWithPrompt(options: ServerOptions): Server =
    Server(Implementation("pots", "1.0"), options) {
        addPrompt(name = "repot", description = "Says how to repot a plant.") { null }
    }
