using System.Diagnostics;
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
    public async Task Solve_AnyWishes_TheKernelTakesAndKeepsEveryMask(
        string rdt,
        int ways,
        int least,
        int shareable,
        bool isSparse
    )
    {
        var hardware = new CacheHardware(ways, least, (ulong)shareable, isSparse, 16, [0, 1]);
        using var folder = new TemporaryFolder();
        var script = Script(hardware);
        await File.WriteAllTextAsync(Path.Join(folder.Path, "masks.sh"), script);

        var (exitCode, output) = await RunAsync(folder.Path, rdt);

        Assert.True(exitCode == 0, output);
        Assert.Contains($"all taken {script.Split("\nput ").Length - 1}", output, StringComparison.Ordinal);
    }

    /// <summary>
    /// Groups are made once: numbers of removed ones are not free again at once. Each mask is written
    /// and read back by the shell alone, because another process costs more in the test machine than all of that; what
    /// was read is compared at the end.
    /// </summary>
    private static string Script(CacheHardware hardware)
    {
        var script = new StringBuilder("cd /sys/fs/resctrl || exit 9\nbad=0\n");
        script
            .Append(
                "put() { echo \"$2\" > rgp_$1/schemata || { bad=1; echo \"refused: $2: $(cat "
                    + "info/last_cmd_status)\"; }\n"
            )
            .Append("echo \"$2\" >> /tmp/asked\n")
            .Append(
                "while read -r line; do case \"$line\" in L3:*) echo \"$line\" >> /tmp/kept;; esac; done < "
                    + "rgp_$1/schemata; }\n"
            )
            .Append("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do mkdir rgp_$i || exit 8; done\n");
        var before = CacheLayout.Empty;
        foreach (
            var wishes in Gen.Sample(
                Gen.Choose(1, 18).SelectMany(count => Gen.ListOf(CacheCase.WishOf(hardware), count)),
                50,
                Cases
            )
        )
        {
            before = CacheSolver.Solve(hardware, [.. wishes.Select((wish, pool) => wish with { Pool = pool })], before);
            foreach (var (item, index) in before.Classes.Select((item, index) => (item, index)))
            {
                script.Append(
                    CultureInfo.InvariantCulture,
                    $"put {index + 1} 'L3:0={item.Masks[0]:x};1={item.Masks[1]:x}'\n"
                );
            }
        }

        // The kernel writes masks with leading zeros.
        script
            .Append("sed 's/=0*\\([0-9a-f]\\)/=\\1/g' /tmp/kept > /tmp/plain\n")
            .Append(
                "[ \"$(cat /tmp/asked)\" = \"$(cat /tmp/plain)\" ] || { bad=1; echo kept:; cat /tmp/plain; echo "
                    + "asked:; cat /tmp/asked; }\n"
            );
        return script.Append("[ $bad = 0 ] && echo all taken $(wc -l < /tmp/plain)\nexit $bad\n").ToString();
    }

    private static async Task<(int ExitCode, string Output)> RunAsync(string folder, string rdt)
    {
        var start = new ProcessStartInfo(Path.Join(VmFactAttribute.MachineDirectory, "run.sh"));
        foreach (
            var argument in new[] { "--share", folder, "--rdt", rdt, "--timeout", "120", "--", "sh", "/share/masks.sh" }
        )
            start.ArgumentList.Add(argument);

        return await VmRun.RunAsync(start);
    }

    private sealed class TemporaryFolder : IDisposable
    {
        public string Path { get; } = Directory.CreateTempSubdirectory("rgp-masks-").FullName;

        public void Dispose() => Directory.Delete(Path, recursive: true);
    }
}
