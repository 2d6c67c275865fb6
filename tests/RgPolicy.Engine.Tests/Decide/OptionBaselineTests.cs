using RgPolicy.Engine.CorePools;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Tests.Building;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>What holds where nothing else is said: people rely on it.</summary>
public sealed class OptionBaselineTests
{
    [Fact]
    public void Options_NothingSaid_AreThoseThatAreWritten()
    {
        // Records print in the culture of whoever runs them.
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Baseline.Check(
            "options.txt",
            new object[]
            {
                new GovernorOptions(),
                new CoRunOptions(),
                new CorePoolOptions(),
                new CorePool(1, "p", []),
                ProtectionWatch.Settling,
                ShortLife.Limit,
            }.SelectMany(each => $"{each}".Split(", "))
        );
    }
}
