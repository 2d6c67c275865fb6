namespace RgPolicy.Cli.Init;

/// <summary>Shows what <c>rgp init</c> proposes, on one page.</summary>
internal static class InitPage
{
    public static void Write(CliContext context, FirstSteps steps)
    {
        var paint = new Paint(context.UsesColour);
        var output = context.Output;
        output.WriteLine(paint.Of(Tint.Strong, "1. What an administrator runs once"));
        foreach (var each in steps.Rights)
            context.WriteDocument(each + "\n");

        if (steps.Rights.IsEmpty)
            output.WriteLine("Nothing: this login sees what RgPolicy needs.");

        output.WriteLine();
        output.WriteLine(paint.Of(Tint.Strong, $"2. A first policy, {steps.File}"));
        if (steps.Policy is { } policy)
            context.WriteDocument(policy);
        else
            output.WriteLine(steps.Problem);

        output.WriteLine();
        output.WriteLine(paint.Of(Tint.Strong, "3. What to type then, as the new login where 1 makes one"));
        foreach (var command in steps.Commands)
            output.WriteLine(command);

        output.WriteLine();
        output.WriteLine("Nothing was changed. All of 3 only watches; `--level enforce` is what governs.");
    }

    /// <summary>Writes <c>rgp/init/1</c>.</summary>
    public static void WriteJson(CliContext context, FirstSteps steps) =>
        new JsonReport(context, "rgp/init/1").Write(json =>
        {
            json.WriteString("server", steps.Server);
            json.WriteTexts("administrator", steps.Rights);
            json.WriteString("policy", steps.Policy);
            json.WriteString("problem", steps.Problem);
            json.WriteString("path", steps.File);
            json.WriteTexts("commands", steps.Commands);
        });
}
