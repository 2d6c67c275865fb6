using System.ComponentModel;
using System.Diagnostics;

namespace RgPolicy.Cli.Shell;

/// <summary>Runs programs of this machine.</summary>
internal sealed class ProgramRunner : IProgramRunner
{
    /// <inheritdoc/>
    public async Task<ProgramOutput?> RunAsync(
        string program,
        IReadOnlyList<string> arguments,
        string workingDirectory,
        CancellationToken cancellationToken
    )
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = workingDirectory,
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        try
        {
            using var process = Process.Start(start);
            return process is null ? null : await FinishAsync(process, cancellationToken);
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    private static async Task<ProgramOutput> FinishAsync(Process process, CancellationToken cancellationToken)
    {
        process.StandardInput.Close();
        var output = new MemoryStream();
        var copying = process.StandardOutput.BaseStream.CopyToAsync(output, cancellationToken);
        var error = await process.StandardError.ReadToEndAsync(cancellationToken);
        await copying;
        await process.WaitForExitAsync(cancellationToken);
        return new ProgramOutput(process.ExitCode, output.ToArray(), error);
    }
}

/// <summary>How a program ended.</summary>
/// <param name="ExitCode">0 where it went well.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Error">Its standard error.</param>
internal sealed record ProgramOutput(int ExitCode, byte[] Output, string Error);

/// <summary>Runs other programs, such as git.</summary>
internal interface IProgramRunner
{
    /// <summary>Runs a program to its end, without a shell between.</summary>
    /// <returns>What it printed, or null when there is no such program.</returns>
    Task<ProgramOutput?> RunAsync(
        string program,
        IReadOnlyList<string> arguments,
        string workingDirectory,
        CancellationToken cancellationToken
    );
}
