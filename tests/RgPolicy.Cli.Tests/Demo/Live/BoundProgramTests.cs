using RgPolicy.Cli.Demo.Live;

namespace RgPolicy.Cli.Tests.Demo.Live;

public sealed class BoundProgramTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public void Words_ValueWithBlanks_StaysOneWord() =>
        Assert.Equal(["run", "a b.rgp", "--at=c d"], BoundProgram.Words($"run {"a b.rgp"} --at={"c d"}"));

    [Fact]
    public async Task WaitUntil_ProgramEndsFirst_TellsWhyItEnded()
    {
        if (!OperatingSystem.IsLinux())
            return;
        var program = Start("echo begun; echo FATAL: no room >&2; echo going");

        Assert.False(await program.WaitUntilAsync(_ => Task.FromResult(false), Patience, default));
        await program.DisposeAsync();

        Assert.Equal("FATAL: no room", program.LastWords);
    }

    [Fact]
    public async Task DisposeAsync_ProgramThatGoesOn_EndsIt()
    {
        if (!OperatingSystem.IsLinux())
            return;
        var program = Start("echo begun; exec sleep 3600");
        Assert.True(
            await program.WaitUntilAsync(_ => Task.FromResult(program.LastWords == "begun"), Patience, default)
        );

        await program.DisposeAsync();
    }

    private static BoundProgram Start(string script) =>
        BoundProgram.Start("TERM", [], ["sh", "-c", script], TimeProvider.System);
}
