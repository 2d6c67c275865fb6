using System.Diagnostics;

namespace RgPolicy.Mutation.Trying;

/// <summary>The tests' process.</summary>
internal static class RunnerProcess
{
    /// <summary>Runs it to its end.</summary>
    /// <returns>Its exit code, and the lines that it wrote.</returns>
    public static async Task<(int Code, string[] Lines)> RunAsync(string program, string command, string argument)
    {
        var output = Path.GetTempFileName();
        try
        {
            var start = new ProcessStartInfo("dotnet", [program, command, argument, output])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            };
            // A change that takes memory without end is not to take the machine's.
            start.Environment["DOTNET_GCHeapHardLimit"] = "0x80000000";
            using var process = Process.Start(start) ?? throw new InvalidOperationException("dotnet does not start");
            process.OutputDataReceived += (_, _) => { };
            process.BeginOutputReadLine();
            var said = await process.StandardError.ReadToEndAsync();
            await process.WaitForExitAsync();
            if (command == "measure" && process.ExitCode != 0)
                await Console.Error.WriteLineAsync(said);
            return (process.ExitCode, await File.ReadAllLinesAsync(output));
        }
        finally
        {
            File.Delete(output);
        }
    }
}
