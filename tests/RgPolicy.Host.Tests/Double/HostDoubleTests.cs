using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Testing.Host;

namespace RgPolicy.Host.Tests.Double;

/// <summary>What the conformance cases cannot show: faults, and processors that the test machine does
/// not pretend.</summary>
public sealed class HostDoubleTests
{
    private const string Resctrl = ResctrlFacts.Directory;

    [Fact]
    public void Facts_OfADouble_AreThoseOfItsShape()
    {
        var facts = ResctrlFacts.Read(new HostDouble(new ResctrlShape()).Root);

        Assert.NotNull(facts);
        Assert.Equal(0xfffffUL, facts.FullMask);
        Assert.Equal(0xc0000UL, facts.ShareableBits);
        Assert.Equal(10, facts.LeastBandwidthPercent);
        Assert.Null(ResctrlFacts.Read(new HostDouble(shape: null).Root));
    }

    [Fact]
    public void Write_ToAProcessorWithEmptyMasksAndRates_TakesThem()
    {
        var host = new HostDouble(
            new ResctrlShape
            {
                LeastBits = 0,
                IsSparse = true,
                Bandwidths = ["MB", "SMBA"],
                MostBandwidth = 2048,
                LeastBandwidth = 1,
                BandwidthStep = 1,
            }
        );

        Assert.Equal(0, host.MakeDirectory(Resctrl + "/g"));
        Assert.Equal(0, host.Write(Resctrl + "/g/schemata", "L3:0=0;1=5\nSMBA:0=17\n"));
        Assert.Equal(0, host.Read(Resctrl + "/g/schemata", out var text));
        Assert.Contains("L3:0=00000;1=00005", text, StringComparison.Ordinal);
        Assert.Contains("SMBA:0=   17;1= 2048", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_OfAListOnAnOldKernel_IsRefusedWithoutAWord()
    {
        var host = new HostDouble(new ResctrlShape { TakesTaskLists = false });
        host.AddTask(50, 50, 0);

        Assert.Equal(KernelError.Invalid, host.Write(Resctrl + "/tasks", "50,50\n"));
        Assert.Equal(0, host.Write(Resctrl + "/tasks", "50\n"));
        Assert.Equal("ok\n", host.Root.ReadText(Resctrl + "/info/last_cmd_status"));
    }

    [Fact]
    public void Fault_OnAWrite_HappensOnceAndChangesNothing()
    {
        var host = new HostDouble(new ResctrlShape());
        host.MakeDirectory(Resctrl + "/g");
        host.Inject(new KernelFault("write", "g/schemata", KernelError.Busy));

        Assert.Equal(KernelError.Busy, host.Write(Resctrl + "/g/schemata", "L3:0=3\n"));
        Assert.Contains("L3:0=fffff", host.Root.ReadText(Resctrl + "/g/schemata"), StringComparison.Ordinal);
        Assert.Equal(0, host.Write(Resctrl + "/g/schemata", "L3:0=3\n"));
    }

    [Fact]
    public void Fault_OfAForeignWriter_ComesBetweenTwoOperations()
    {
        var host = new HostDouble(new ResctrlShape());
        host.MakeDirectory(Resctrl + "/g");
        host.Inject(new KernelFault("write", "g/schemata", 0, () => host.RemoveDirectory(Resctrl + "/g")));

        Assert.Equal(KernelError.NoEntry, host.Write(Resctrl + "/g/schemata", "L3:0=3\n"));
    }

    [Fact]
    public void Death_AfterAnOperation_LeavesWhatWasDone()
    {
        var host = new HostDouble(new ResctrlShape()) { DiesAfter = 1 };

        Assert.Equal(0, host.MakeDirectory(Resctrl + "/g"));
        Assert.Throws<CallerDiedException>(() => host.Write(Resctrl + "/g/schemata", "L3:0=3\n"));
        Assert.True(host.Root.HasDirectory(Resctrl + "/g"));
        Assert.Single(host.Log);
    }

    [Fact]
    public void Limbo_OfRemovedGroups_EndsWhenItIsCleared()
    {
        var host = new HostDouble(new ResctrlShape { MonitorIds = 2 });
        Assert.Equal(0, host.MakeDirectory(Resctrl + "/g"));
        Assert.Equal(KernelError.NoSpace, host.MakeDirectory(Resctrl + "/h"));
        Assert.Equal(0, host.RemoveDirectory(Resctrl + "/g"));
        Assert.Equal(KernelError.Busy, host.MakeDirectory(Resctrl + "/h"));
        host.ClearLimbo();
        Assert.Equal(0, host.MakeDirectory(Resctrl + "/h"));
    }
}
