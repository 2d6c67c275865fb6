using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;

namespace RgPolicy.Host.Tests.Levers;

public sealed class DelegationFixTests
{
    [Theory]
    [InlineData("/system.slice/system-postgresql.slice/postgresql@15-main.service", "postgresql@15-main.service")]
    [InlineData("/system.slice/postgresql.service", "postgresql.service")]
    [InlineData("/system.slice/pg-of-the-shop.service", "pg-of-the-shop.service")]
    public void For_AUnitsGroup_IsTheDropInOfThatUnitAndInterruptsNobody(string path, string unit)
    {
        using var tree = new FakeTree();

        var lines = DelegationFix.For(ServerUnit.Of(tree.Root, path)).Split('\n');

        Assert.StartsWith($"sudo mkdir -p /etc/systemd/system/{unit}.d && ", lines[0], StringComparison.Ordinal);
        Assert.Contains(@"Delegate=cpu cpuset\n", lines[0], StringComparison.Ordinal);
        // The server's group is a new one after each start: the drop-in has it provisioned again.
        Assert.Contains("try-reload-or-restart rgpolicy-provision.service", lines[0], StringComparison.Ordinal);
        Assert.EndsWith($" | sudo tee /etc/systemd/system/{unit}.d/rgpolicy.conf", lines[0], StringComparison.Ordinal);
        Assert.StartsWith(Enable(unit), lines[1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/usr/lib/systemd/system/postgresql@.service.d/rgpolicy.conf")]
    [InlineData("/etc/systemd/system/postgresql@15-main.service.d/rgpolicy.conf")]
    public void For_AUnitThatHasTheDropIn_IsInForceAtOnce(string dropIn)
    {
        using var tree = new FakeTree();
        tree.With(dropIn, "[Service]\n");
        var unit = ServerUnit.Of(tree.Root, "/system.slice/system-postgresql.slice/postgresql@15-main.service");

        Assert.StartsWith(Enable("postgresql@15-main.service"), DelegationFix.For(unit), StringComparison.Ordinal);
    }

    // Others' service managers and runtimes are never restarted.
    [Theory]
    [InlineData("/")]
    [InlineData("/user.slice/session-1.scope")]
    [InlineData("/.service")]
    [InlineData("/user.slice/user-1000.slice/user@1000.service")]
    [InlineData("/user.slice/user-1000.slice/user@1000.service/app.slice/postgresql.service")]
    [InlineData("/system.slice/containerd.service/kubepods/pod1/postgresql.service")]
    [InlineData("/system.slice/docker-0123.scope")]
    [InlineData("/system.slice/k3s.service/kubepods")]
    public void For_AnyOtherGroup_IsInWords(string path)
    {
        using var tree = new FakeTree();

        Assert.Null(ServerUnit.Of(tree.Root, path));
        Assert.StartsWith("# start the DBMS as a unit", DelegationFix.For(null), StringComparison.Ordinal);
    }

    private static string Enable(string unit) =>
        $"sudo systemctl daemon-reload && sudo systemctl set-property --runtime {unit} CPUAccounting=yes && "
        + "sudo systemctl try-reload-or-restart rgpolicy-provision";
}
