using System.ComponentModel;
using System.Diagnostics;

namespace RgPolicy.Dbms.Processes;

internal sealed class ProgramRunner : IProgramRunner
{
    public async Task<ProgramOutput?> RunAsync(ProgramStart start, CancellationToken cancellationToken)
    {
        var info = new ProcessStartInfo(start.Program, start.Arguments)
        {
            WorkingDirectory = start.WorkingDirectory,
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in start.Environment)
            info.Environment[name] = value;
        try
        {
            using var process = Process.Start(info);
            return process is null ? null : await FinishAsync(process, cancellationToken);
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    private static async Task<ProgramOutput> FinishAsync(Process process, CancellationToken cancellationToken)
    {
        try
        {
            process.StandardInput.Close();
            var output = new MemoryStream();
            var copying = process.StandardOutput.BaseStream.CopyToAsync(output, cancellationToken);
            var error = await process.StandardError.ReadToEndAsync(cancellationToken);
            await copying;
            await process.WaitForExitAsync(cancellationToken);
            return new ProgramOutput(process.ExitCode, output.ToArray(), error);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
            throw;
        }
    }
}

/// <summary>A program to run, without a shell between.</summary>
internal sealed record ProgramStart(string Program, IReadOnlyList<string> Arguments, string WorkingDirectory)
{
    /// <summary>Variables beside those of this process; null removes one.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } =
        new Dictionary<string, string?>(StringComparer.Ordinal);
}

/// <remarks><c>ExitCode</c>: 0 where it went well.</remarks>
internal sealed record ProgramOutput(int ExitCode, byte[] Output, string Error);

/// <summary>Runs other programs, such as git and pgbench.</summary>
internal interface IProgramRunner
{
    /// <summary>Runs a program to its end; it is killed when the token is cancelled.</summary>
    /// <returns>What it printed, or null when there is no such program.</returns>
    Task<ProgramOutput?> RunAsync(ProgramStart start, CancellationToken cancellationToken);
}
