using System.ComponentModel;
using System.Diagnostics;

namespace RgPolicy.Language.Tests.Parsing;

public sealed class RegenerationTests
{
    [Fact]
    public void Generated_ParserOfTheGrammar_IsTheOneCheckedIn()
    {
        if (!IsGeneratorInstalled())
        {
            return; // Needs Node.js and the pinned generator; CI runs tools/parser/regenerate.sh --check itself.
        }

        var (exitCode, errors) = Run(RepositoryRoot.File("tools", "parser", "regenerate.sh"), "--check");

        Assert.True(exitCode == 0, errors);
    }

    private static bool IsGeneratorInstalled()
    {
        try
        {
            return Directory.Exists(RepositoryRoot.File("tools", "parser", "node_modules"))
                && Run("node", "--version").ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }

    private static (int ExitCode, string Errors) Run(string file, string argument)
    {
        using var process =
            Process.Start(
                new ProcessStartInfo(file, argument)
                {
                    UseShellExecute = false,
                    RedirectStandardError = true,
                    RedirectStandardOutput = true,
                }
            ) ?? throw new InvalidOperationException("The program does not start.");
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        output.Wait();
        return (process.ExitCode, errors);
    }
}
