namespace RgPolicy.Cli.Compile;

/// <summary><c>rgp compile</c>: shows what of a policy goes where on a machine.</summary>
internal sealed class CompileCommand(CliContext context)
{
    private static readonly Argument<string> PolicyPath = new("POLICY") { Description = "The policy." };
    private static readonly Option<string?> Profile = TargetResolver.CreateOption();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "compile",
            "Shows what of a policy goes where on a machine.",
            "rgp compile policies/htap.rgp",
            "rgp compile policies/htap.rgp --profile host.json --output json"
        )
        {
            Details = "Phase by phase, and what is left over.",
        }
            .Takes(PolicyPath, Profile)
            .Does(new CompileCommand(context).RunAsync);

    private async Task<int> RunAsync(ParseResult result)
    {
        var profile = await TargetResolver.FindAsync(context, result.GetValue(Profile));
        var policy = await PolicyLoader.LoadAsync(context, result.GetRequiredValue(PolicyPath), profile);
        var program = PolicyProgram.Compile(policy, profile);
        if (result.WantsJson())
            CompileJson.Write(context, program);
        else
            new CompileText(context).Write(program);

        return ExitCode.Success;
    }
}
