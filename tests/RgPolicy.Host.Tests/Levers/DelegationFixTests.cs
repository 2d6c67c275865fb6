using RgPolicy.Host.Levers;

namespace RgPolicy.Host.Tests.Levers;

public sealed class DelegationFixTests
{
    [Theory]
    [InlineData("/system.slice/system-postgresql.slice/postgresql@15-main.service", "postgresql@15-main.service")]
    [InlineData("/system.slice/postgresql.service", "postgresql.service")]
    public void For_AUnitsGroup_IsTheDropInOfThatUnit(string path, string unit)
    {
        var fix = DelegationFix.For(path);

        Assert.StartsWith($"sudo mkdir -p /etc/systemd/system/{unit}.d && ", fix, StringComparison.Ordinal);
        Assert.Contains("Delegate=cpu cpuset", fix, StringComparison.Ordinal);
        // What is pasted interrupts nobody; the restart is left to whoever reads on.
        Assert.EndsWith(
            $" && sudo systemctl daemon-reload  # in force once the server has been restarted: sudo systemctl restart {unit}",
            fix,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/user.slice/session-1.scope")]
    [InlineData("/.service")]
    public void For_AnyOtherGroup_IsInWords(string path) =>
        Assert.StartsWith(
            "# start the DBMS as a systemd unit with Delegate=cpu cpuset",
            DelegationFix.For(path),
            StringComparison.Ordinal
        );
}
