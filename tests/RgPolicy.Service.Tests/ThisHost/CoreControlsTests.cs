using RgPolicy.Engine.Compile;
using RgPolicy.Host.Tests;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Tests.ThisHost;

/// <summary>A sidecar is asked for the CPUs of a SQL Server's pools only where the server is on this host.</summary>
public sealed class CoreControlsTests : IDisposable
{
    private readonly FakeTree _host = new FakeTree()
        .WithMounts("40 20 0:40 / /sys/fs/resctrl rw - resctrl resctrl rw")
        .With("/sys/fs/resctrl/info/L3/num_closids", "16\n")
        .With("/sys/fs/resctrl/info/L3/cbm_mask", "7fff\n")
        .With("/sys/fs/resctrl/info/L3/min_cbm_bits", "1\n");

    public void Dispose() => _host.Dispose();

    [Theory]
    [InlineData("sqlserver://sa@localhost", "linux", null)]
    [InlineData("sqlserver://sa@127.0.0.1:1433", "linux", null)]
    [InlineData("sqlserver://sa@sql01.corp.example", "linux", "another host")]
    [InlineData("sqlserver://sa@shop.0123456789ab.database.windows.net:1433", "windows", "on Windows")]
    [InlineData("sqlserver://sa@localhost", "windows", "on Windows")]
    public void Of_Server_HasASidecarOnlyOnThisHostAndUnderLinux(string connect, string system, string? missing)
    {
        var (control, why) = Of(connect, system, "sqlserver");

        Assert.Equal(missing is null, control is not null);
        Assert.Contains(missing ?? "", why ?? "", StringComparison.Ordinal);
    }

    [Fact]
    public void Of_OtherServers_IsNeither() =>
        Assert.Equal((null, null), Of("postgres://localhost/a", "linux", "postgresql"));

    private (object? Control, string? Missing) Of(string connect, string system, string dbms)
    {
        var target = TargetProfile.Generic with { DbmsKind = dbms, OperatingSystem = system };
        return CoreControls.Of(
            new HostPlace(_host.Root, IsRoot: true, TimeProvider.System),
            connect,
            PolicyProgram.Compile(
                PolicyReader.Check("language 1\npool p { maxdop 2 }\ndefault -> p\n", "p.rgp", target).Policy!,
                target
            ),
            _ => throw new InvalidOperationException("nobody is asked before there is something to set")
        );
    }
}
