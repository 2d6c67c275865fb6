namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp completion SHELL</c>.</summary>
internal static class CompletionCommand
{
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "completion",
            "Prints a completion script for a shell.",
            "rgp completion bash > /etc/bash_completion.d/rgp",
            "rgp completion fish > ~/.config/fish/completions/rgp.fish"
        );
        var shell = new Argument<string>("SHELL") { Description = "bash, zsh, fish or powershell." };
        command.Arguments.Add(shell.AcceptOnlyFromAmong("bash", "zsh", "fish", "powershell"));
        command.SetAction(result =>
        {
            context.Output.Write(CompletionScript.For(result.GetRequiredValue(shell)));
            return ExitCode.Success;
        });
        return command;
    }
}

/// <summary>The completion scripts. Each asks rgp itself (the suggest directive with the cursor's position), so that a
/// script never goes stale.</summary>
internal static class CompletionScript
{
    private const string Bash = """
        _rgp_complete() {
            local line="${COMP_LINE:0:COMP_POINT}" suggestion
            COMPREPLY=()
            while IFS= read -r suggestion; do
                [[ "$suggestion" == "${COMP_WORDS[COMP_CWORD]}"* ]] && COMPREPLY+=("$suggestion")
            done < <(rgp "[suggest:${COMP_POINT}]" "$line" 2>/dev/null)
            [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
        }
        complete -o filenames -F _rgp_complete rgp

        """;

    private const string Zsh = """
        #compdef rgp
        _rgp() {
            local -a suggestions
            suggestions=("${(@f)$(rgp "[suggest:${CURSOR}]" "${BUFFER}" 2>/dev/null)}")
            if [[ -n "${suggestions[1]}" ]]; then
                compadd -- "${suggestions[@]}"
            else
                _files
            fi
        }
        compdef _rgp rgp

        """;

    private const string Fish = """
        function __rgp_complete
            set -l line (commandline -cp)
            rgp "[suggest:"(string length -- "$line")"]" "$line" 2>/dev/null
        end
        complete -c rgp -a "(__rgp_complete)"

        """;

    private const string PowerShell = """
        Register-ArgumentCompleter -Native -CommandName rgp -ScriptBlock {
            param($word, $ast, $position)
            rgp "[suggest:$position]" "$ast" | Where-Object { $_ -like "$word*" } | ForEach-Object {
                [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
            }
        }

        """;

    public static string For(string shell) =>
        shell switch
        {
            "bash" => Bash,
            "zsh" => Zsh,
            "fish" => Fish,
            _ => PowerShell,
        };
}
