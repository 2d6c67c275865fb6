using System.Buffers.Binary;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Prefetching;

namespace RgPolicy.Sidecar.Tests.Prefetching;

/// <summary>The registers are files of the same form as the kernel's: eight bytes at 0x1A4.</summary>
public sealed class PrefetcherTests : IDisposable
{
    private const string Intel = "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nflags\t\t: fpu sse2\n";
    private readonly FileRoot _root = new(Directory.CreateTempSubdirectory("rgp-msr-").FullName);

    public PrefetcherTests()
    {
        Put("/proc/cpuinfo", Intel);
        Put("/proc/sys/kernel/random/boot_id", "boot-1\n");
        Put("/sys/devices/system/cpu/online", "0-3\n");
        for (var cpu = 0; cpu < 4; cpu++)
        {
            Put($"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list", cpu < 2 ? "0-1\n" : "2-3\n");
            Set(cpu, 0x4000_0000_0000_0000 | (cpu == 3 ? 2UL : 0));
        }
    }

    [Fact]
    public void TurnOff_OfAWholeCore_SetsItsFourBitsAndRestoreGivesBackWhatWasThere()
    {
        Assert.Equal(0, TurnOff(2, 3));

        Assert.Equal(0x4000_0000_0000_000FUL, Get(2));
        Assert.Equal(0x4000_0000_0000_000FUL, Get(3));
        Assert.Equal(0x4000_0000_0000_0000UL, Get(0));
        Assert.Equal(0, TurnOff(2, 3));
        Assert.Equal(0, Restore());
        Assert.Equal(0x4000_0000_0000_0000UL, Get(2));
        Assert.Equal(0x4000_0000_0000_0002UL, Get(3));
        Assert.False(File.Exists(Path.Join(State, "prefetchers")));
        Assert.Equal(0, Restore());
    }

    [Fact]
    public void Restore_LeavesOtherBitsThatSomebodyElseChanged()
    {
        Assert.Equal(0, TurnOff(2, 3));
        Set(2, 0x2F);

        Assert.Equal(0, Restore());

        Assert.Equal(0x20UL, Get(2));
    }

    [Fact]
    public void TurnOff_WhenOneRegisterCannotBeRead_TouchesNone()
    {
        File.WriteAllBytes(_root.Path(MsrFile.Path(3)), new byte[16]);

        Assert.Equal(3, TurnOff(2, 3));

        Assert.Equal(0x4000_0000_0000_0000UL, Get(2));
        Assert.False(File.Exists(Path.Join(State, "prefetchers")));
    }

    [Fact]
    public void Restore_WhenARegisterIsGone_KeepsItNotedAndSaysSo()
    {
        Assert.Equal(0, TurnOff(2, 3));
        File.Delete(_root.Path(MsrFile.Path(3)));

        Assert.Equal(1, Restore());

        Assert.Equal(0x4000_0000_0000_0000UL, Get(2));
        Set(3, 0xF);
        Assert.Equal(0, Restore());
        Assert.Equal(2UL, Get(3));
    }

    [Fact]
    public void Restore_OfAnotherBoot_DoesNothing()
    {
        Assert.Equal(0, TurnOff(2, 3));
        Put("/proc/sys/kernel/random/boot_id", "boot-2\n");
        Set(2, 5);

        Assert.Equal(0, Restore());

        Assert.Equal(5UL, Get(2));
    }

    [Theory]
    [InlineData("/proc/cpuinfo", "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nflags\t\t: fpu\n", "only Intel")]
    [InlineData(
        "/proc/cpuinfo",
        "vendor_id\t: GenuineIntel\ncpu family\t: 6\nflags\t\t: fpu hypervisor\n",
        "virtual machine"
    )]
    [InlineData("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n", "lockdown forbids")]
    [InlineData("/sys/kernel/security/lockdown", "none integrity [confidentiality]\n", "lockdown forbids")]
    [InlineData("/sys/devices/system/cpu/online", "0-2\n", "not online: 3")]
    [InlineData("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0-2\n", "whole core")]
    public void Refuse_WhereItCannotBeHad_SaysWhy(string file, string text, string reason)
    {
        Put(file, text);

        Assert.Contains(reason, PrefetcherCheck.Refuse(_root, [2, 3]), StringComparison.Ordinal);
        Assert.Equal(3, TurnOff(2, 3));
        Assert.Equal(0x4000_0000_0000_0000UL, Get(2));
    }

    [Fact]
    public void Refuse_WithoutLockdownAndWithAllThere_IsNull()
    {
        Put("/sys/kernel/security/lockdown", "[none] integrity confidentiality\n");

        Assert.Null(PrefetcherCheck.Refuse(_root, [2, 3]));
        Assert.Contains("whole core", PrefetcherCheck.Refuse(_root, [2]), StringComparison.Ordinal);
        Assert.Contains("--cores", PrefetcherCheck.Refuse(_root, []), StringComparison.Ordinal);
        File.Delete(_root.Path(MsrFile.Path(2)));
        Assert.Contains("modprobe msr", PrefetcherCheck.Refuse(_root, [2, 3]), StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_root.Prefix, recursive: true);

    private string State => Path.Join(_root.Prefix, "state");

    private GuardOptions Options(params int[] cpus) =>
        new() { StateDirectory = State, Cores = cpus.ToImmutableArray() };

    private int TurnOff(params int[] cpus) => PrefetcherProgram.TurnOff(Options(cpus), _root, new SidecarLog("test"));

    private int Restore() => PrefetcherProgram.Restore(Options(), _root, new SidecarLog("test"));

    private void Put(string path, string text)
    {
        var full = _root.Path(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }

    private void Set(int cpu, ulong value)
    {
        var path = _root.Path(MsrFile.Path(cpu));
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        var bytes = new byte[MsrFile.Register + sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan((int)MsrFile.Register), value);
        File.WriteAllBytes(path, bytes);
    }

    private ulong Get(int cpu) =>
        BinaryPrimitives.ReadUInt64LittleEndian(
            File.ReadAllBytes(_root.Path(MsrFile.Path(cpu))).AsSpan((int)MsrFile.Register)
        );
}
