using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Targets;

public sealed class SignalCapabilityTests
{
    /// <summary>The history that the servers' own statistics keep, by what their readers fill.</summary>
    [Theory]
    [InlineData("postgresql", "executions mean_elapsed mean_reads")]
    [InlineData("mariadb", "executions mean_elapsed")]
    [InlineData("mysql", "executions mean_elapsed p95_elapsed")]
    [InlineData("sqlserver", "executions mean_elapsed p95_elapsed mean_cpu mean_reads")]
    public void IsTold_History_IsWhatTheServerKeeps(string kind, string told)
    {
        var names = SignalCatalog
            .All.Where(signal =>
                signal.Name.StartsWith("history.", StringComparison.Ordinal) && SignalCapability.IsTold(signal, kind)
            )
            .Select(signal => signal.Name["history.".Length..]);

        Assert.Equal(told, string.Join(' ', names));
    }
}
