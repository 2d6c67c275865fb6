using System.Diagnostics;

namespace RgPolicy.Package.Archives;

/// <summary>The program xz, which .NET has nothing in the place of.</summary>
internal static class XzProgram
{
    // Cut in blocks, so that the bytes are the same however many threads there are.
    private const string Options = "-6 --threads=2 --to-stdout";

    /// <summary>Compresses; the same bytes give the same bytes.</summary>
    public static byte[] Compress(byte[] bytes)
    {
        var start = new ProcessStartInfo("xz", Options)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        using var xz = ToolProcess.Start(start, "xz-utils");
        var feeding = Task.Run(() =>
        {
            xz.StandardInput.BaseStream.Write(bytes);
            xz.StandardInput.Close();
        });
        using var compressed = new MemoryStream();
        xz.StandardOutput.BaseStream.CopyTo(compressed);
        feeding.GetAwaiter().GetResult();
        xz.WaitForExit();
        return xz.ExitCode == 0
            ? compressed.ToArray()
            : throw new InvalidOperationException($"xz has ended with {xz.ExitCode}");
    }
}
