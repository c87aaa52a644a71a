<?php
namespace App\Mcp;

use Laravel\Mcp\Server\Tool;

class LastWishTool extends Tool
{
    protected string $description = 'Tells the last wish of a customer';

    public function handle(Request $request): Response
    {
        return Response::text('');
    }
}
