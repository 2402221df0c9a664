-- handouts/print.lua - how pandoc sets a sheet: 2^24 with a raised 24; and with -M print=yes for paper, where
-- nothing folds, what stands in <details> moves to the end, under its label and the heading that it belongs to.
local words = {
    en = { Hint = "Hints", Answers = "Answers", see = "are at the end" },
    es = { Pista = "Pistas", Respuestas = "Respuestas", see = "al final de la hoja" },
}

-- 2^24 and N^3, but not in code.
function Str(s)
    local base, power, rest = s.text:match("^(.*%w)%^(%-?%d+)(.*)$")
    if base then
        return { pandoc.Str(base), pandoc.Superscript(power), pandoc.Str(rest) }
    end
end

local function summary_of(block)
    return block.t == "RawBlock" and block.text:match("^<details>%s*<summary>(.-)</summary>")
end

-- The blocks from i on, up to </details>, and the index after that.
local function inside(blocks, i)
    local found = pandoc.List()
    while blocks[i] and not (blocks[i].t == "RawBlock" and blocks[i].text:match("^</details>")) do
        found:insert(blocks[i])
        i = i + 1
    end
    return found, i + 1
end

local function link_to(id, what, see)
    local link = pandoc.Link(what, "#" .. id, "", pandoc.Attr("", { "page" }))
    return pandoc.Para({ pandoc.Emph({ link, pandoc.Space(), pandoc.Str(see .. ".") }) })
end

local function labelled(label, blocks)
    blocks:insert(1, pandoc.Para({ pandoc.Strong(pandoc.Str(label)) }))
    return pandoc.Div(blocks, pandoc.Attr("", { "hint" }))
end

-- Takes the <details> out of the sheet. Returns the rest and the appendix.
local function split(blocks, word)
    local rest, appendix, heading, kind, linked, i = pandoc.List(), pandoc.List(), nil, nil, false, 1
    while blocks[i] do
        local block, summary = blocks[i], summary_of(blocks[i])
        if summary then
            local folded
            folded, i = inside(blocks, i + 1)
            if not linked then
                local id = "folded-" .. heading.identifier
                kind = word[summary:match("^%a+")]
                rest:insert(link_to(id, kind, word.see))
                appendix:insert(pandoc.Header(3, heading.content:clone(), pandoc.Attr(id)))
                linked = true
            end
            appendix:insert(labelled(summary, folded))
        else
            if block.t == "Header" then
                heading, linked = block, false
            end
            rest:insert(block)
            i = i + 1
        end
    end
    return rest, appendix, kind
end

function Pandoc(doc)
    local word = doc.meta.print and words[pandoc.utils.stringify(doc.meta.lang)]
    if word then
        local blocks, appendix, kind = split(doc.blocks, word)
        if kind then
            blocks:insert(pandoc.Header(2, kind, pandoc.Attr("appendix", { "appendix" })))
            blocks:extend(appendix)
        end
        doc.blocks = blocks
    end
    return doc
end
