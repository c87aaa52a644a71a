package org.acme.paint;

import io.modelcontextprotocol.server.McpServer;
import jakarta.websocket.Server;
import java.util.function.Function;

class BrushTool extends AbstractTool implements Function<Stroke, Image> {
    /** Applies the stroke of a brush to the canvas. */
    public Image apply(Stroke stroke) {
        return canvas.draw(stroke);
    }

    Server sockets() {
        return new Server("localhost", 8025, "/sockets", null, Paint.class);
    }
}
