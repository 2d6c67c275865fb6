using System.Diagnostics;

namespace RgPolicy.Testing.PostgreSql;

/// <summary>What is done when this program has ended, however it ends: a test host is killed a tenth of a second after
/// its last test, before its own handlers have deleted much.</summary>
internal static class ProgramEnd
{
    // Not a child of the program, which would be killed with it.
    private const string Script =
        "(while kill -0 \"$0\"; do sleep 1; done; rm -rf -- \"$1\") </dev/null >/dev/null 2>&1 &";

    /// <summary>Deletes a directory then.</summary>
    public static void Delete(string directory)
    {
        var program = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        using var shell = Process.Start("/bin/sh", ["-c", Script, program, directory]);
        shell.WaitForExit();
    }
}
