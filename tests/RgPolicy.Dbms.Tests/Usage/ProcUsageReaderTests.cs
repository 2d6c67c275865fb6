using System.Diagnostics;
using RgPolicy.Dbms.Usage;

namespace RgPolicy.Dbms.Tests.Usage;

public sealed class ProcUsageReaderTests
{
    [Fact]
    public async Task Read_ProcessThatComputes_Grows()
    {
        using var process = Process.Start("sh", ["-c", "while :; do :; done"]);
        try
        {
            var reader = new ProcUsageReader();
            var first = reader.Read(process.Id)!.Value;
            var last = first;
            for (var i = 0; i < 600 && last.Cpu - first.Cpu < TimeSpan.FromMilliseconds(20); i++)
            {
                await Task.Delay(50);
                last = reader.Read(process.Id)!.Value;
            }

            Assert.True(last.Cpu - first.Cpu >= TimeSpan.FromMilliseconds(20), $"{first} {last}");
            Assert.NotNull(last.ReadBytes);
        }
        finally
        {
            process.Kill();
        }
    }

    [Fact]
    public void Read_NoSuchProcess_IsNull()
    {
        using var process = Process.Start("true");
        process.WaitForExit();

        Assert.Null(new ProcUsageReader().Read(process.Id));
    }
}
