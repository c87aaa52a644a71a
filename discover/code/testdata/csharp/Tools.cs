using ModelContextProtocol.Server;
namespace Garage;

[McpServerToolType]
public static class CarTools
{
    private const string Prefix = "Only for cars. ";

    [McpServerTool(Name = "wash_car", Title = "Wash", ReadOnly = false), Description("Wash a car.")]
    public static string Wash([Description("Plate of the car")] string plate, CancellationToken cancellationToken) => "clean";

    [McpServerTool]
    [Description(Prefix + "Park a " + @"car ""well"".")]
    public static string Park(string plate, int floor = 2) => plate;

    /// <summary>Refuel a car.</summary>
    /// <param name="litres">How much to fill in.</param>
    [McpServerTool(Name = "refuel")]
    public static partial string Refuel(int litres);

    [McpServerTool(Name = "raw"), Description("""
        Polish the car
        until it shines.
        """)]
    public static string Raw() => "";
}

[CommandMetadata(Id = "1", Name = "tow", Title = "Tow a car", Description = "Tow a car away.", Destructive = true)]
public sealed class TowCommand : BaseCommand<TowOptions>
{
}

public class Brake : AbstractMcpTool
{
    public override string Name => "brake";
    public override string Description => "Test the brakes of a car.";
}

public static class Build
{
    public static Tool Make() => new Tool { Name = "honk", Description = "Honk the horn", InputSchema = schema };
}
