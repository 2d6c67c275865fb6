namespace RgPolicy.Cli.Demo.Live;

/// <summary>What the demo governs by.</summary>
internal static class DemoPolicy
{
    /// <summary>The pool that gives way.</summary>
    public const string Throttled = "reporting";

    public const string Text = """
        // What scans, joins, aggregates or sorts has a twentieth of the weight of everything else.
        language 1

        pool critical  { cpu weight 1000 }
        pool reporting { cpu weight 50 }

        class reports -> reporting when plan.shape in (scan, join, aggregation, sort)
        default -> critical

        """;
}
