using System.Diagnostics;
using System.Globalization;
using System.Text;
using FsCheck.Fluent;
using RgPolicy.Engine.Allot;
using RgPolicy.Sidecar.Tests.Vm;

namespace RgPolicy.Engine.Tests.Allot;

/// <summary>A real kernel's resctrl has the last word on the solver's masks.</summary>
public sealed class KernelMaskTests
{
    private const int Cases = 20;

    [VmTheory]
    [InlineData("l3=1", 20, 1, 0xc0000, false)]
    [InlineData("l3_cbm=11,l3_share=0x600,l3_min=2", 11, 2, 0x600, false)]
    [InlineData("l3_cbm=12,l3_share=0,l3_sparse=1", 12, 1, 0, true)]
    [InlineData("l3_cbm=15,l3_share=0x3,l3_min=3", 15, 3, 0x3, false)]
    public async Task Solve_AnyWishes_TheKernelTakesAndKeepsEveryMask(string rdt, int ways, int least, int shareable, bool isSparse)
    {
        var hardware = new CacheHardware(ways, least, (ulong)shareable, isSparse, 16, [0, 1]);
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(Path.Join(folder.Path, "masks.sh"), Script(hardware));

        var (exitCode, output) = await RunAsync(folder.Path, rdt);

        Assert.True(exitCode == 0, output);
        Assert.Contains("all taken", output, StringComparison.Ordinal);
    }

    /// <summary>Groups are made once: numbers of removed ones are not free again at once.</summary>
    private static string Script(CacheHardware hardware)
    {
        var script = new StringBuilder("cd /sys/fs/resctrl || exit 9\nbad=0\n");
        // The kernel writes masks with leading zeros.
        script.Append("put() { echo \"$2\" > rgp_$1/schemata && ")
            .Append("[ \"$(grep L3: rgp_$1/schemata | sed 's/ //g; s/=0*\\([0-9a-f]\\)/=\\1/g')\" = \"$2\" ]")
            .Append(" || { bad=1; echo \"refused: $2: $(cat info/last_cmd_status)\"; }; }\n")
            .Append("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do mkdir rgp_$i || exit 8; done\n");
        var before = CacheLayout.Empty;
        foreach (var wishes in Gen.Sample(Gen.Choose(1, 18).SelectMany(count => Gen.ListOf(CacheCase.WishOf(hardware), count)), 50, Cases))
        {
            before = CacheSolver.Solve(hardware, [.. wishes.Select((wish, pool) => wish with { Pool = pool })], before);
            foreach (var (item, index) in before.Classes.Select((item, index) => (item, index)))
            {
                script.Append(CultureInfo.InvariantCulture, $"put {index + 1} 'L3:0={item.Masks[0]:x};1={item.Masks[1]:x}'\n");
            }
        }

        return script.Append("[ $bad = 0 ] && echo all taken\nexit $bad\n").ToString();
    }

    private static async Task<(int ExitCode, string Output)> RunAsync(string folder, string rdt)
    {
        var start = new ProcessStartInfo(Path.Join(VmFactAttribute.MachineDirectory, "run.sh"))
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var argument in new[] { "--share", folder, "--rdt", rdt, "--timeout", "120", "--", "sh", "/share/masks.sh" })
        {
            start.ArgumentList.Add(argument);
        }

        using var machine = Process.Start(start)!;
        var output = machine.StandardOutput.ReadToEndAsync();
        var errors = machine.StandardError.ReadToEndAsync();
        await machine.WaitForExitAsync();
        return (machine.ExitCode, await output + await errors);
    }

    private sealed class TemporaryFolder : IDisposable
    {
        public string Path { get; } = Directory.CreateTempSubdirectory("rgp-masks-").FullName;

        public void Dispose() => Directory.Delete(Path, recursive: true);
    }
}
