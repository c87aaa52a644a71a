<?php
namespace App\Console;

use Symfony\Component\Console\Command\Command;

class ExecuteToolCommand extends Command
{
    protected $signature = 'shed:tool {name}';
    protected $description = 'Runs one of the tools in the shed';
    protected $name = 'shed:tool';

    public function handle(): int
    {
        return 0;
    }
}
