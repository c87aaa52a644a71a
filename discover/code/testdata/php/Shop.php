<?php
class Shop
{
    #[McpTool(name: 'sell_hat', description: 'Sell a ' . 'hat.')]
    public function sell(#[Schema(description: 'Size of the hat')] int $size): string { return ''; }

    /**
     * Wrap a hat as a present.
     *
     * @param string $paper Colour of the paper
     */
    #[McpTool]
    public function wrap(string $paper): string { return ''; }

    #[McpPrompt(name: 'praise', description: <<<'DESC'
        Praise a hat.
        DESC)]
    public function praise(): array { return [['role' => 'user', 'content' => 'Say something kind about my hat.']]; }
}

class FindHatTool extends Tool
{
    protected string $name = 'find_hat';
    protected string $description = 'Find a lost hat.';

    public function schema(JsonSchema $schema): array
    {
        return ['colour' => $schema->string()->description('Colour of the hat')->required()];
    }
}

$server->addTool(name: 'steam', description: 'Steam a hat', handler: fn () => 1);
