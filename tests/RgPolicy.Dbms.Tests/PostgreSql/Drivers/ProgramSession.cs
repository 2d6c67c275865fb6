using System.Diagnostics;

namespace RgPolicy.Dbms.Tests.PostgreSql.Drivers;

/// <summary>A case that runs in a program of its own.</summary>
internal sealed class ProgramSession : IDriverSession
{
    private readonly Process _process;
    private readonly Task<string> _errors;

    private ProgramSession(Process process) => (_process, _errors) = (process, process.StandardError.ReadToEndAsync());

    /// <inheritdoc />
    public string? Problem => _process.HasExited ? $"it ended with {_process.ExitCode}: {_errors.Result}" : null;

    /// <summary>Starts it.</summary>
    public static ProgramSession Start(string[] words) =>
        new(
            Process.Start(
                new ProcessStartInfo(words[0], words[1..]) { RedirectStandardError = true, UseShellExecute = false }
            )!
        );

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
            _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}
